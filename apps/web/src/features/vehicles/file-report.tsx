import type { VehicleImport } from '@sightline/contracts/vehicles/vehicle-import';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import classes from './vehicles.module.css';

const sumOf = (works: readonly VehicleImport[], part: 'inserted' | 'skipped' | 'failed'): number =>
  works.reduce((sum, work) => sum + work[part], 0);

/** Longer than its place, it is scrolled by the keyboard as well. */
const scrolled = { tabIndex: 0 };

/** What became of the files: how many vehicles were added, and each line that was not taken. */
export function FileReport({ works }: { works: readonly VehicleImport[] }) {
  const { t } = useTranslation();
  const inserted = sumOf(works, 'inserted');
  const skipped = sumOf(works, 'skipped');
  const failed = sumOf(works, 'failed');
  const shown = works.reduce((sum, { faults }) => sum + faults.length, 0);
  return (
    <Stack gap={12}>
      <p role="status">
        <strong>{t('vehicles.file.inserted', { count: inserted, shown: formatCount(inserted) })}</strong>
      </p>
      {skipped > 0 && <p>{t('vehicles.file.skipped', { count: skipped, shown: formatCount(skipped) })}</p>}
      {failed > 0 && <p>{t('vehicles.file.notTaken', { count: failed, shown: formatCount(failed) })}</p>}
      {works.map(({ id, name, state, cause }) => (
        <div key={id}>
          {state === 'canceled' && <p>{t('vehicles.file.canceled', { name })}</p>}
          {cause !== null && (
            <p role="alert" className={classes.problem}>
              {t(`vehicles.file.cause.${cause}`, { name })}
            </p>
          )}
        </div>
      ))}
      {shown > 0 && (
        <ul className={classes.files} aria-label={t('vehicles.file.lines')} {...scrolled}>
          {works.flatMap(({ id, name, faults }) =>
            faults.map(({ line, plate, fault }) => (
              <li key={`${id} ${String(line)}`}>
                <span>
                  {works.length > 1 && <bdi translate="no">{`${name} · `}</bdi>}
                  {t('vehicles.file.line', { line })} <bdi translate="no">{plate.toUpperCase()}</bdi>
                  {` ${t(`vehicles.file.fault.${fault}`)}`}
                </span>
              </li>
            )),
          )}
        </ul>
      )}
      {skipped + failed > shown && <p className={classes.lead}>{t('vehicles.file.more')}</p>}
    </Stack>
  );
}
