/** Watches the connections of this process, which must only reach the emulators of the harnesses. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Ports of the emulators. */
export const emulatorPorts = new Set<number>();

/** Every other address that this process connected to. */
export const unexpectedAddresses = new Set<string>();

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  socket.once('connect', () => {
    const { remoteAddress, remotePort = 0 } = socket;
    if (remoteAddress !== '127.0.0.1' || !emulatorPorts.has(remotePort))
      unexpectedAddresses.add(`${remoteAddress}:${remotePort}`);
  });
});
