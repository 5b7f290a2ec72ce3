import { dataFolderOf, programFolder } from './data-location.ts';
import { runProgram } from './programs/run-program.ts';

/** Checks the seals of every organization's audit through the server's own code, beside the running server or without it; false when one is broken. */
export async function runAuditVerify(data: string | undefined): Promise<boolean> {
  const args = [
    'apps/server/src/app/operator.ts',
    'verify-audit',
    '--data',
    programFolder(dataFolderOf(data), 'server'),
  ];
  return (await runProgram(process.execPath, args, { output: 'show' })).code === 0;
}
