// Follows the code of docs/official-clients.md in one file: what its sentences say.
Console.WriteLine($"{job.Value.Data.Name}, {etag?.Length}, {sessions?.Value?.Count}");
await Report("entity tag", () => Task.FromResult(job.GetRawResponse().Headers.ETag));
await Report("tags", () => arm.GetGenericResource(new($"{jobs}/csharp")).GetTagResource().GetAsync());
await Report("resource group", () => arm.GetResourceGroupResource(new($"/subscriptions/{subscription}/resourceGroups/rg-shop")).GetAsync());
await Report("subscription", () => arm.GetDefaultSubscriptionAsync());
await Report("api-version", () => new ArmClient(credential, subscription, new() { Environment = options.Environment })
    .GetGenericResource(new($"{jobs}/csharp")).GetAsync());
await Report("Graph with a credential", () => new GraphServiceClient(credential, ["api://frontdesk/.default"], $"{endpoint}/v1.0")
    .Solutions.BackupRestore.RestoreSessions.GetAsync());
var http = new HttpClient { BaseAddress = new Uri(endpoint) };
http.DefaultRequestHeaders.Authorization = new("Bearer", token);
foreach (var isBuffered in new[] { false, true })
    await Report(isBuffered ? "buffered body" : "chunked body", async () =>
    {
        var content = System.Net.Http.Json.JsonContent.Create(new { modelId = "invoices-csharp" });
        if (isBuffered) await content.LoadIntoBufferAsync();
        var copy = await http.PostAsync("/documentintelligence/documentModels:authorizeCopy?api-version=2024-11-30", content);
        return copy.EnsureSuccessStatusCode();
    });
// Of each create-only write the first response is lost: the stack's faults.
options.AddPolicy(new CreateOnly(), HttpPipelinePosition.PerCall);
await Report("lost, stopped", () => Create("stopped"));
options.RetryPolicy = new RetryPolicy();
await Report("lost, repeated", () => Create("repeated"));

Task<ArmOperation<GenericResource>> Create(string name) =>
    new ArmClient(credential, subscription, options).GetGenericResources()
        .CreateOrUpdateAsync(WaitUntil.Completed, new($"{jobs}/{name}"), data);
async Task Report<T>(string what, Func<Task<T>> send)
{
    try
    {
        await send();
        Console.WriteLine($"{what}: ok");
    }
    catch (Exception error)
    {
        var status = error switch
        {
            RequestFailedException failed => failed.Status,
            Microsoft.Kiota.Abstractions.ApiException failed => failed.ResponseStatusCode,
            HttpRequestException failed => (int?)failed.StatusCode,
            _ => null,
        };
        Console.WriteLine($"{what}: {status?.ToString() ?? error.GetType().Name}");
    }
}

sealed class CreateOnly : HttpPipelineSynchronousPolicy
{
    public override void OnSendingRequest(HttpMessage message)
    {
        if (message.Request.Method == RequestMethod.Put) message.Request.Headers.SetValue("If-None-Match", "*");
    }
}
