import { connect, type Socket } from 'node:net';

/** A bare connection, and everything that comes over it until it is closed. */
export function open(url: string): { socket: Socket; received: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // Being cut off is what is looked at.
  socket.on('error', () => {});
  return { socket, received: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}
