/** Makes a port of loopback drop connection attempts. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Connections that the system completes for a listener of backlog 1 that never accepts them. */
const BACKLOG_CONNECTIONS = 2;

/** Listens in a blocked thread, which never accepts: the system drops every attempt once the backlog is full. Returns a release function. */
export async function blockConnects(port: number): Promise<() => Promise<void>> {
  const released = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData: { port, released } } = require('node:worker_threads');
    const server = require('node:net').createServer();
    server.listen({ port, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage('listening');
      Atomics.wait(released, 0, 0);
      server.close();
    });`,
    { eval: true, workerData: { port, released } },
  );
  await once(worker, 'message');
  const fillers = Array.from({ length: BACKLOG_CONNECTIONS }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(fillers.map((filler) => once(filler, 'connect')));
  return async () => {
    const exited = once(worker, 'exit');
    for (const filler of fillers) filler.destroy();
    Atomics.store(released, 0, 1);
    Atomics.notify(released, 0);
    await exited;
  };
}
