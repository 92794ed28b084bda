import { it } from 'vitest';
import { openCacheTable } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
const stack = await startStack();
it('x', async () => {
  for (const f of [()=>openCacheTable(stack).upsertEntity({partitionKey:'a',rowKey:'b'},'Replace'), ()=>openCacheTable(stack).getEntity('a','b'), ()=>openCacheTable(stack).deleteEntity('a','b')])
  await f().catch((e:any)=>console.log(e.name, e.statusCode, e.code, JSON.stringify(e.details), Object.keys(e), e.response?.headers?.toJSON()));
});
