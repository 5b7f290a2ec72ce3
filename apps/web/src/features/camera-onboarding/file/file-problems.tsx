import { isolate } from '@sightline/domain/texts/isolate';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import classes from '../onboarding.module.css';
import type { FileProblem } from './camera-file.ts';

/** Everything that is wrong with a file, and where. */
export function FileProblems({ problems }: { problems: readonly FileProblem[] }) {
  const { t } = useTranslation();
  const words = (problem: FileProblem): string => {
    switch (problem.kind) {
      case 'encoding':
      case 'empty':
        return t(`cameraOnboarding.file.problem.${problem.kind}`);
      case 'missingColumns':
      case 'extraColumns':
      case 'doubleColumns':
        return t(`cameraOnboarding.file.problem.${problem.kind}`, {
          // A heading may be missing in between.
          columns: problem.columns.map((column) => isolate(column || '""')).join(', '),
        });
      case 'quotes':
        return t('cameraOnboarding.file.problem.quotes', problem);
      case 'tooMany':
        return t('cameraOnboarding.file.problem.tooMany', { found: formatCount(problem.found) });
    }
  };
  return (
    <div role="alert">
      <p>{t('cameraOnboarding.file.refused')}</p>
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <li key={JSON.stringify(problem)}>{words(problem)}</li>
        ))}
      </ul>
    </div>
  );
}
