import { connect, type Socket } from 'node:net';

/** A raw connection, and all data until it closes. */
export function open(url: string): { socket: Socket; received: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // A reset connection is expected.
  socket.on('error', () => {});
  return { socket, received: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}
