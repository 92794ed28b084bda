import { testDocument } from './document-tests.ts';

await testDocument('microsoft');
