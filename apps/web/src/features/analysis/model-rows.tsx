import type { ModelStatus } from '@sightline/contracts/analysis/analysis';
import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatShare } from '../../platform/i18n/format-number.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { modelLevel } from './analysis-level.ts';
import { ModelLicence } from './model-licence.tsx';
import { perSecond } from './per-second.ts';
import classes from './analysis.module.css';

/** Said once below the table, not beside each. */
const isAbsent = ({ failure }: ModelStatus): boolean => failure === 'model_absent';

/** Model packs of a core: what each does, whether it works and how fast, and on what terms it is used. */
export function ModelRows({ models }: { models: readonly ModelStatus[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<ModelStatus | null>(null);
  if (models.length === 0) {
    return (
      <p className={classes.words}>
        <b>{t('analysis.models.none')}</b> {t('analysis.models.noneHint')}
      </p>
    );
  }
  return (
    <>
      <table className={classes.table} aria-label={t('analysis.models.title')}>
        <thead>
          <tr>
            <th scope="col">{t('analysis.models.name')}</th>
            <th scope="col" className={classes.wide}>
              {t('analysis.models.task')}
            </th>
            <th scope="col">{t('analysis.models.state')}</th>
            <th scope="col" className={classes.number}>
              {t('analysis.models.time')}
            </th>
            <th scope="col" className={classes.wide}>
              {t('analysis.models.licence')}
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model, index) => (
            // Two packs may bear one name.
            <ModelRow
              key={`${model.packId}@${model.version} ${String(index)}`}
              model={model}
              onLicence={() => setShown(model)}
            />
          ))}
        </tbody>
      </table>
      {models.some(isAbsent) && <p className={classes.words}>{t('errors.model_absent')}</p>}
      {shown && <ModelLicence model={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function ModelRow({ model, onLicence }: { model: ModelStatus; onLicence: () => void }) {
  const { t } = useTranslation();
  const state =
    model.state === 'ready'
      ? t(model.isActive ? 'analysis.models.active' : 'analysis.models.standby')
      : t(`analysis.models.${model.state}`);
  const licence = (
    <Button
      variant="subtle"
      size="compact-sm"
      color="gray"
      onClick={onLicence}
      aria-label={`${model.licence}. ${t('analysis.models.licenceOf', { name: model.name })}`}
    >
      <bdi dir="ltr">{model.licence}</bdi>
    </Button>
  );
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          <bdi translate="no">{model.name}</bdi>
        </span>
        <span className={classes.second}>
          <bdi dir="ltr">{model.version}</bdi>
          {' · '}
          {t(`analysis.models.${model.source}`)}
          {model.bytes !== null && ` · ${formatBytes(model.bytes)}`}
        </span>
        <span className={`${classes.second} ${classes.narrow}`}>{t(`analysis.task.${model.task}`)}</span>
        <span className={classes.narrow}>{licence}</span>
      </th>
      <td className={classes.wide}>{t(`analysis.task.${model.task}`)}</td>
      <td>
        <StatusLabel level={modelLevel(model)}>{state}</StatusLabel>
        {model.progress !== null && (
          <span className={classes.progress}>
            <Progress value={model.progress * 100} size="sm" aria-label={t('analysis.models.installing')} />
            <span>{formatShare(model.progress)}</span>
          </span>
        )}
        {model.failure !== null && !isAbsent(model) && (
          <span className={classes.second}>{t(`errors.${model.failure}`)}</span>
        )}
        {model.detail !== '' && (
          <span className={classes.detail}>
            <bdi translate="no">{model.detail}</bdi>
          </span>
        )}
      </td>
      <td className={classes.number}>
        {model.msPerInference === null ? (
          '–'
        ) : (
          <bdi dir="ltr">{t('analysis.models.ms', { ms: perSecond(model.msPerInference) })}</bdi>
        )}
      </td>
      <td className={classes.wide}>{licence}</td>
    </tr>
  );
}
