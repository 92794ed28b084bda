import { it } from 'vitest';
import { startRig } from './rig.ts';
import { operations } from './operations.ts';
import { strikeUpstream } from './strike.ts';
const e = await startRig({ speed: 10 });
it('x', async () => { 
 const o2 = operations[1]!; 
 for (let i=0;i<3;i++){
 const m = e.nextMark();
 await e.calm(); console.log((await e.call(o2, m)).headers['cache-status']);
 e.passTime(130); await strikeUpstream(e, {wire:{kind:'down'}});
 console.log((await e.call(o2, m)).headers['cache-status']);
 await new Promise(r=>setTimeout(r,30));
 await e.calm();
 const a = await e.call(o2,m); console.log('after', a.status, a.headers['cache-status'], a.elapsedMs);
 }
 await e.calm();
 for (let i=0;i<3;i++) { console.log((await e.call(operations[6]!, 1)).status); 
 await strikeUpstream(e, {wire:{kind:'unreachable'}});
 const b = await e.call(operations[6]!, 2); console.log(b.status, b.elapsedMs, e.log.at(-1)); await e.calm(); }
});
