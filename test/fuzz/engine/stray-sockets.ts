/** Watches what this process connects to: nothing but the edges of the rigs (reliability G16). */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Where the edges listen. */
export const edgePorts = new Set<number>();

/** Every other place that something connected to. */
export const strayPlaces = new Set<string>();

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  socket.once('connect', () => {
    const { remoteAddress, remotePort = 0 } = socket;
    if (remoteAddress !== '127.0.0.1' || !edgePorts.has(remotePort)) strayPlaces.add(`${remoteAddress}:${remotePort}`);
  });
});
