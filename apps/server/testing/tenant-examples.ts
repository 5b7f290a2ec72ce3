import { readdirSync } from 'node:fs';
import type { TenantExamples } from './tenant-things.ts';

const folder = new URL('tenant-examples/', import.meta.url);

/**
 * A valid request for every call of the API, about the given things: a file for each contract, found by its name, so that a new feature
 * brings its own. The generated tenant test calls each of them as nobody, as somebody of another organization, as a member without the
 * permission, and with broken input; a call that is missing here fails it.
 */
export const tenantExamples: TenantExamples = Object.assign(
  {},
  ...(await Promise.all(
    readdirSync(folder).map(async (name) => {
      const file = (await import(new URL(name, folder).href)) as { tenantExamples: TenantExamples };
      return file.tenantExamples;
    }),
  )),
) as TenantExamples;
