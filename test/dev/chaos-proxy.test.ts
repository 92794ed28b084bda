import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../dev/server.ts';
import { startChaosProxy } from '../../dev/testbed/chaos-proxy.ts';

/** Descriptors are closed meanwhile. */
function isSocket(fd: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
  } catch {
    return false;
  }
}

/** Only Linux lists a process's descriptors in /proc. A leaked one has no handle that Node lists. */
const countSockets = () => readdirSync('/proc/self/fd').filter(isSocket).length;

/** Opens ten connections and keeps them. */
const CLIENT = `
  const { Agent, request } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  let open = 10;
  const read = (response) => response.resume().once('end', () => --open || process.stdout.write('ready'));
  for (let n = 0; n < 10; n++) request({ host: '127.0.0.1', port: process.argv[1], agent }, read).end();
  setInterval(() => {}, 1_000);
`;

it.skipIf(process.platform !== 'linux')(
  'a proxy that is closed just when its client was killed leaves no socket open',
  async () => {
    const server = await listen(
      createServer((_, response) => response.end('{}')),
      0,
    );
    onTestFinished(server.close);
    const before = countSockets();
    for (let round = 0; round < 3; round++) {
      const proxy = await startChaosProxy();
      proxy.forwardTo(server.port);
      const client = spawn(process.execPath, ['-e', CLIENT, String(proxy.port)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(client.stdout, 'data');
      client.kill('SIGKILL');
      await once(client, 'exit');
      await proxy.close();
    }
    await expect.poll(countSockets).toBeLessThanOrEqual(before);
  },
);
