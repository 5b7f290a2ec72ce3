import { fileURLToPath } from 'node:url';

/** Where a process of its own begins: in app/, because it is composed of drivers and capabilities like the core itself. */
export const workerEntry = (name: string): string =>
  fileURLToPath(new URL(`../../app/workers/${name}.ts`, import.meta.url));
