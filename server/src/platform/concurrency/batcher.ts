import DataLoader from 'dataloader';

const MOST_AT_ONCE = 200;

/**
 * Does for many requests at once what each of them asks for: what is asked for within one turn of the event loop goes
 * together, and what comes while a group is under way waits and goes together after it. So groups grow with the load, and
 * nobody waits without it. Nothing is remembered.
 *
 * `work` gets what was asked for in its order and answers in the same; an Error among the answers is for its asker alone,
 * one that it throws for the whole group.
 */
export function together<Item, Answer>(
  work: (items: readonly Item[]) => Promise<(Answer | Error)[]>,
): (item: Item) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let isUnderWay = false;
  const startNext = () => {
    const start = isUnderWay ? undefined : waiting.shift();
    if (!start) return;
    isUnderWay = true;
    start();
  };
  const loader = new DataLoader<Item, Answer>(
    async (items) => {
      try {
        return await work(items);
      } finally {
        isUnderWay = false;
        startNext();
      }
    },
    {
      cache: false,
      maxBatchSize: MOST_AT_ONCE,
      batchScheduleFn: (start) =>
        setImmediate(() => {
          waiting.push(start);
          startNext();
        }),
    },
  );
  return (item) => loader.load(item);
}
