import { dataFolderOf, programFolder } from './data-location.ts';
import { runProgram } from './programs/run-program.ts';

/** Names the organization of the installation, through the server's own code and its audit. */
export async function runDefaultOrganization({
  data,
  email,
  organization,
}: {
  data?: string;
  email: string;
  organization?: string;
}): Promise<boolean> {
  const folder = programFolder(dataFolderOf(data), 'server');
  const chosen = organization === undefined ? [] : ['--organization', organization];
  const args = [
    'apps/server/src/app/operator.ts',
    'default-organization',
    '--data',
    folder,
    '--email',
    email,
    ...chosen,
  ];
  return (await runProgram(process.execPath, args, { output: 'show' })).code === 0;
}
