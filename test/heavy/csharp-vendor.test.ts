import { testGenerated } from './dotnet.ts';

await testGenerated('vendor');
