import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { RollOutCandidate } from '@sightline/contracts/edge-releases/roll-out';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../../ui/forms/choice-list.tsx';
import { ChosenCores, ChosenSites } from './roll-out-choice.tsx';
import { canTake, type RollOutValues } from './roll-out-values.ts';

interface RollOutCoresFieldProps {
  form: UseFormReturnType<RollOutValues>;
  candidates: readonly RollOutCandidate[];
}

const offeredAtOnce = 60;

/** Which cores, and which of them is updated before all others. */
export function RollOutCoresField({ form, candidates }: RollOutCoresFieldProps) {
  const { t } = useTranslation();
  const { of, chosen, firstEdgeId } = form.values;
  const able = candidates.filter(canTake);
  const ids = new Set(chosen);
  const isMeant = (core: RollOutCandidate): boolean =>
    of === 'all' || ids.has(of === 'cores' ? core.edgeId : core.locationId);
  const first = able.filter((core) => core.isOnline && isMeant(core));
  const choose = (next: RollOutValues['of']): void => form.setValues({ of: next, chosen: [], firstEdgeId: '' });
  return (
    <>
      <ChoiceList
        label={t('edgeReleases.rollOut.form.of')}
        value={of}
        options={[
          {
            value: 'all',
            label:
              able.length === 0
                ? t('edgeReleases.rollOut.form.noneAble')
                : t('edgeReleases.rollOut.form.all', { count: able.length }),
          },
          ...(able.length === 0 ? [] : [{ value: 'sites' as const, label: t('edgeReleases.rollOut.form.sites') }]),
          { value: 'cores', label: t('edgeReleases.rollOut.form.some') },
        ]}
        onChange={choose}
      />
      {of === 'sites' && <ChosenSites form={form} candidates={candidates} />}
      {of === 'cores' && <ChosenCores form={form} candidates={candidates} />}
      <Select
        label={t('edgeReleases.rollOut.form.first')}
        description={t('edgeReleases.rollOut.form.firstHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t('edgeReleases.rollOut.form.anyFirst')}
        data={first.map(({ edgeId, name }) => ({ value: edgeId, label: name }))}
        limit={offeredAtOnce}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('edgeReleases.rollOut.form.firstClear') }}
        nothingFoundMessage={t('edgeReleases.rollOut.form.firstNone')}
        value={firstEdgeId === '' ? null : firstEdgeId}
        onChange={(id) => form.setFieldValue('firstEdgeId', id ?? '')}
      />
    </>
  );
}
