/** PostgreSQL's own code, and those of the file system: no room, or no more for this account. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT', 'server_disk_full']);
/** Libraries wrap what the file system said; deeper than this nobody does. */
const maxWraps = 5;

/** Whether something was not kept because a disk of this server has no room. */
export function isDiskFull(error: unknown): boolean {
  let found = error as { code?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; found && depth < maxWraps; depth += 1) {
    if (typeof found.code === 'string' && fullCodes.has(found.code)) return true;
    found = found.cause as typeof found;
  }
  return false;
}
