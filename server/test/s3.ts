/// <reference path="./s3rver.d.ts" />
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../src/config.ts';

// The test server's credentials.
const S3_KEY = 'S3RVER';
const BUCKET = 'passeio';

export interface TestS3 {
  settings: S3Settings;
  /** As a STORAGE_URL. */
  url: string;
  close(): Promise<void>;
}

/** An S3-compatible server with one empty bucket, on a free port. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'passeio-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // The test server normalises the trailing slash before it checks the signature.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: BUCKET,
      accessKeyId: S3_KEY,
      secretAccessKey: S3_KEY,
    },
    url: `s3://${S3_KEY}:${S3_KEY}@127.0.0.1:${port}/${BUCKET}?tls=off`,
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Passes on what a storage takes; what `refusal` has a status for, it answers itself. */
export async function startFront(
  { settings }: Pick<TestS3, 'settings'>,
  refusal: (request: IncomingMessage) => { status: number; code?: string } | undefined,
) {
  const server = createServer((request, response) => {
    const refused = refusal(request);
    if (refused) {
      request.resume();
      response.writeHead(refused.status).end(`<Error><Code>${refused.code ?? 'InvalidRequest'}</Code></Error>`);
      return;
    }
    const { method, headers, url = '' } = request;
    const passed = httpRequest(new URL(url, settings.endpoint), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: { ...settings, endpoint: `http://127.0.0.1:${port}` },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
