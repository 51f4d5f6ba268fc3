import DataLoader from 'dataloader';

const MAX_BATCH_SIZE = 200;

/**
 * Batches concurrent calls: those of one turn of the event loop form a batch, and calls that arrive while a batch runs
 * wait for the next one. Batches grow with the load; without load nobody waits. Nothing is cached.
 *
 * `work` returns one result per item, in the items' order. An Error among the results rejects that item's call; an
 * error that `work` throws rejects the whole batch.
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<(Result | Error)[]>,
): (item: Item) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  const startNext = () => {
    const start = isRunning ? undefined : waiting.shift();
    if (!start) return;
    isRunning = true;
    start();
  };
  const loader = new DataLoader<Item, Result>(
    async (items) => {
      try {
        return await work(items);
      } finally {
        isRunning = false;
        startNext();
      }
    },
    {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      batchScheduleFn: (start) =>
        setImmediate(() => {
          waiting.push(start);
          startNext();
        }),
    },
  );
  return (item) => loader.load(item);
}

/**
 * Loads rows for concurrent requests with one statement per batch; nothing is cached.
 *
 * `find` gets distinct keys and returns their rows in any order; `nameOf` maps keys and rows to the same string. Must
 * not be called inside a transaction: it uses a connection of its own.
 */
export function createBatchLoader<Key, Row extends Key>(
  find: (keys: Key[]) => Promise<Row[]>,
  nameOf: (key: Key) => string,
): (key: Key) => Promise<Row[]> {
  return createBatcher(async (keys) => {
    const distinct = new Map(keys.map((key) => [nameOf(key), key]));
    const rows = Map.groupBy(await find([...distinct.values()]), nameOf);
    return keys.map((key) => rows.get(nameOf(key)) ?? []);
  });
}
