import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take 12 s to 40 s, much of it waiting. */
const LONG =
  /[/-](crash|expiring-holds|hostile-values|messages|every-email|waiting-list\.model|upload-images)\.test\.ts$/;

/**
 * Starts the long files first: without a cache of durations, as in a clean clone, Vitest goes by the size of files, and
 * would end with one that waits alone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
