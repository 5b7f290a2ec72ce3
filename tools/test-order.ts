import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that take long, because they wait for real streams: begun first, nobody waits for them at the end. */
const slow = ['drivers/node-av/node-av-driver', 'drivers/rtsp/rtsp-driver', 'workers/media-session', 'workers/decode-worker', 'live/live-service'];

/** Order of test files in a checkout that has never measured them: the slow ones, then the longest. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.some((name) => moduleId.includes(name));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
