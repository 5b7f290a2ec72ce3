import { dataFolderOf, programFolder } from './data-location.ts';
import { UsageError } from './exit-codes.ts';
import { runProgram } from './programs/run-program.ts';

/** What somebody can be in the staff of the installation, as options of the command. */
export const staffOptions = {
  admin: { type: 'boolean', help: 'manages the installation and its staff' },
  developer: { type: 'boolean', help: 'sees the developer pages' },
  'dev-team': { type: 'boolean', help: 'is in the developer team' },
  sales: { type: 'boolean', help: 'is in sales' },
  partner: { type: 'boolean', help: 'is a partner' },
  none: { type: 'boolean', help: 'removes every role' },
} as const;

/** The chosen marks; none of them where all are taken away. Throws when nothing, or both, was chosen. */
export function staffMarks(values: Record<string, string | boolean | undefined>): string[] {
  const marks = Object.keys(staffOptions).filter((name) => name !== 'none' && values[name] === true);
  if ((marks.length === 0) !== (values['none'] === true))
    throw new UsageError('no role given; choose one, for example --admin, or --none');
  return marks;
}

/** Writes the marks through the server's own code and its audit, beside the running server or without it. */
export async function runStaff({
  data,
  email,
  marks,
}: {
  data?: string;
  email: string;
  marks: readonly string[];
}): Promise<boolean> {
  const folder = programFolder(dataFolderOf(data), 'server');
  const args = [
    'apps/server/src/app/operator.ts',
    'staff',
    '--data',
    folder,
    '--email',
    email,
    '--roles',
    marks.join(','),
  ];
  return (await runProgram(process.execPath, args, { output: 'show' })).code === 0;
}
