import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Order of test files in a checkout that has never measured them: those with one of these names in that order, then the longest. */
export const slowFirst = (slow: readonly string[]): typeof BaseSequencer =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const rank = ({ moduleId }: TestSpecification): number =>
        (slow.findIndex((name) => moduleId.includes(name)) + slow.length + 1) % (slow.length + 1);
      return sorted.toSorted((one, other) => rank(one) - rank(other));
    }
  };
