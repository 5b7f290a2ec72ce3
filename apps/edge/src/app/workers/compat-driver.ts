import { createNodeAvDriver } from '../../drivers/node-av/node-av-driver.ts';

/** The compatibility driver of this program; null where the optional package is not installed. */
export const compatDriver = createNodeAvDriver(new URL('./compat-worker.ts', import.meta.url));
