// Calls the local stack with both generated clients.
var passed = await KiotaCalls.RunAsync();
passed &= await NSwagCalls.RunAsync();
return passed ? 0 : 1;
