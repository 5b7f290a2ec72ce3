import { cellProblem, type CellProblem, type RowFault } from '@sightline/contracts/camera-onboarding/camera-import';
import { errorCatalogue } from '@sightline/contracts/shared/errors';

/** A fault as it is kept with its row. */
export const keptFault = ({ column, problem }: RowFault): string => `${column}: ${problem}`;

/** A fault as it was kept; rows of before name the column alone. */
export function readFault(kept: string): RowFault {
  const [column = '', problem] = kept.split(': ');
  const read = cellProblem.safeParse(problem);
  return { column, problem: read.success ? read.data : 'invalid' };
}

type OwnProblem = Exclude<CellProblem, `camera_url_${string}`>;

const english: Record<OwnProblem, string> = {
  missing: 'is missing.',
  tooLong: 'is too long.',
  invalid: 'is not valid.',
  notNumber: 'is not a number.',
  outOfRange: 'is not between 1 and 65535.',
  cellCount: 'has more or fewer cells than the heading.',
  openQuote: 'has a quotation mark that is not closed.',
};

const isOwn = (problem: CellProblem): problem is OwnProblem => problem in english;

/** What is wrong in a row, in English, for logs and other programs. */
export const faultsText = (faults: readonly RowFault[]): string =>
  faults
    .map(({ column, problem }) =>
      isOwn(problem) ? `${column} ${english[problem]}` : `${column}: ${errorCatalogue[problem].text}`,
    )
    .join(' ')
    .slice(0, 500);
