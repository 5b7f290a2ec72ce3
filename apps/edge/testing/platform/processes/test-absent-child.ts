import { runNativeChild } from '../../../src/platform/processes/native-child.ts';

/** Its native part is not installed. */
void runNativeChild(() => Promise.reject(new Error('not installed')));
