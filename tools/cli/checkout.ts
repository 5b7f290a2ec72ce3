import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this checkout; the command may be called from anywhere. */
export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A program that npm installed. */
export function installedProgram(name: string): string {
  return join(checkout, 'node_modules', '.bin', name);
}
