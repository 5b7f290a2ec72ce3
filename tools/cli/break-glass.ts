import { dataFolderOf, programFolder } from './data-location.ts';
import { runProgram } from './programs/run-program.ts';

/** What was typed for an emergency. */
export interface BreakGlass {
  data?: string;
  email: string;
  organization?: string;
}

/** Lifts the login firewall of an organization for an hour, through the server's own code and its audit. */
export async function runBreakGlass({ data, email, organization }: BreakGlass): Promise<boolean> {
  const folder = programFolder(dataFolderOf(data), 'server');
  const chosen = organization === undefined ? [] : ['--organization', organization];
  const args = ['apps/server/src/app/operator.ts', 'break-glass', '--data', folder, '--email', email, ...chosen];
  return (await runProgram(process.execPath, args, { output: 'show' })).code === 0;
}
