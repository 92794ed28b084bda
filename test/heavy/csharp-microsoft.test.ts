import { testGenerated } from './dotnet.ts';

await testGenerated('microsoft');
