import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { HeadBucketCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { AwsS3StorageAdapter } from '@flystorage/aws-s3';
import { FileStorage } from '@flystorage/file-storage';
import type { S3Settings } from '../../config.ts';
import { StartError } from '../../platform/process/start-error.ts';
import {
  type Archived,
  type ArchiveStore,
  type Storage,
  StorageFullError,
  StorageRefusedError,
  StorageUnavailableError,
} from './port.ts';

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 8_000;
const TIMEOUT_MS = 10_000;
// Enough for a part of an archived file on a slow line.
const PART_TIMEOUT_MS = 120_000;
const INSUFFICIENT_STORAGE = 507;
// What storages call a quota or a disk that is used up, with a status of their choice.
const FULL = /QuotaExceeded|StorageFull|NoSpace|InsufficientStorage/i;
const DELETED_AT_ONCE = 10;

/**
 * Opens a bucket. Throws {@link StorageRefusedError} for a wrong key or name, at the start instead of the first
 * picture; a storage that is unavailable at the start is reported to `warn`.
 */
export async function openS3Storage(
  settings: S3Settings,
  warn: (message: string) => void = () => undefined,
): Promise<Storage> {
  const { bucket } = settings;
  const client = createClient(settings);
  await checkBucket(client, settings, warn);
  const { adapter, files } = openFiles(client, bucket);
  const list = (key: string) =>
    explained(async () => {
      const keys: string[] = [];
      for await (const { path, isFile } of files.list(key, { deep: true })) if (isFile) keys.push(path);
      return keys;
    });
  return {
    write: (key, content) => explained(() => files.write(key, content)),
    copy: (from, to) => explained(() => foundOr(false, () => files.copyFile(from, to).then(() => true))),
    // The adapter's own stream: FileStorage's copy does not release the connection when destroyed.
    read: (key) => explained(() => foundOr(undefined, async () => (await adapter.read(key, {})) as Readable)),
    list,
    // One by one: some storages refuse to delete in bulk, or want a checksum for it that we do not send, and what is
    // deleted in bulk may stay in part without an error.
    async removeFolder(key) {
      const keys = await list(key);
      while (keys.length > 0) {
        const next = keys.splice(0, DELETED_AT_ONCE);
        await explained(async () => void (await Promise.all(next.map((one) => files.deleteFile(one)))));
      }
    },
  };
}

/** Opens a bucket as an archive, without asking for it: archiving is retried, and must stop no start. */
export function openS3Archive(settings: S3Settings): ArchiveStore {
  const { adapter, files } = openFiles(createClient(settings, PART_TIMEOUT_MS), settings.bucket);
  const named = <Result>(work: () => Promise<Result>) => namingBucket(settings, work);
  return {
    write: (key, content) => named(() => files.write(key, content)).finally(() => content.destroy()),
    read: (key) => named(() => foundOr(undefined, async () => (await adapter.read(key, {})) as Readable)),
    list: (key) =>
      named(async () => {
        const found: Archived[] = [];
        for await (const entry of files.list(key, { deep: true })) {
          const { path, isFile } = entry;
          if (isFile) found.push({ key: path, bytes: entry.size ?? 0, at: new Date(entry.lastModifiedMs ?? 0) });
        }
        return found;
      }),
    remove: (key) => named(() => files.deleteFile(key)),
  };
}

function openFiles(client: S3Client, bucket: string) {
  const adapter = new AwsS3StorageAdapter(client, { bucket });
  // Nobody but us reads them; guessing a type by the content fails where a ZIP file is longer than what is looked at.
  return { adapter, files: new FileStorage(adapter, undefined, { writes: { mimeType: 'application/octet-stream' } }) };
}

// What the storage or the network refuses is a sentence; what fails of the content itself is left as it is.
async function namingBucket<Result>({ bucket, endpoint }: S3Settings, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { syscall, name } = rootOf(error) as NodeJS.ErrnoException;
    const isOfNetwork = syscall !== undefined || name === 'TimeoutError';
    if (statusOf(error) === undefined && !isOfNetwork) throw error;
    throw new StartError(`${describeFailure(error, bucket, endpoint)}.`, { cause: error });
  }
}

function createClient(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  requestTimeout = REQUEST_TIMEOUT_MS,
): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Most other storages need path-style URLs and do not support the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout,
      throwOnRequestTimeout: true,
    },
  });
}

async function checkBucket(
  client: S3Client,
  { bucket, endpoint }: S3Settings,
  warn: (message: string) => void,
): Promise<void> {
  try {
    await inTime(client.send(new HeadBucketCommand({ Bucket: bucket })));
  } catch (error) {
    const failure = describeFailure(error, bucket, endpoint);
    if (!isRefusal(error)) return warn(`${failure}. Pictures and receipts have to wait for it.`);
    throw new StorageRefusedError(`${failure}. Mend STORAGE_URL, or the storage.`, { cause: error });
  }
}

function describeFailure(error: unknown, bucket: string, endpoint: string): string {
  const status = statusOf(error);
  if (status === 404) return `The storage at ${endpoint} has no bucket "${bucket}"`;
  if (status === 401 || status === 403) return `The storage at ${endpoint} refuses the key for the bucket "${bucket}"`;
  const { code, message } = rootOf(error) as NodeJS.ErrnoException;
  return `The storage at ${endpoint} cannot be used (${status ?? code ?? message})`;
}

async function foundOr<Found, Missing>(missing: Missing, find: () => Promise<Found>): Promise<Found | Missing> {
  try {
    return await find();
  } catch (error) {
    if (statusOf(error) === 404) return missing;
    throw error;
  }
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await inTime(work());
  } catch (error) {
    if (statusOf(error) === INSUFFICIENT_STORAGE || FULL.test(answerOf(error)?.name ?? '')) {
      throw new StorageFullError('no room in the storage', { cause: error });
    }
    throw isRefusal(error) ? error : new StorageUnavailableError('the storage is unavailable', { cause: error });
  }
}

function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status < 500 && status !== 429;
}

// The client's own time-outs apply to each of its attempts.
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const tooLate = wait(TIMEOUT_MS, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no answer in ${TIMEOUT_MS / 1_000} s`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    over.abort();
    tooLate.catch(() => undefined);
  }
}

// The storage's HTTP status; undefined without a response.
function statusOf(error: unknown): number | undefined {
  return answerOf(error)?.$metadata.httpStatusCode;
}

function answerOf(error: unknown): S3ServiceException | undefined {
  if (error instanceof S3ServiceException) return error;
  return error instanceof Error ? answerOf(error.cause) : undefined;
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? rootOf(error.cause) : error;
}
