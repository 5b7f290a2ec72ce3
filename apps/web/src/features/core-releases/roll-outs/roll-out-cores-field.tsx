import { Checkbox, NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { RollOutCandidate } from '@sightline/contracts/core-releases/roll-out';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../../ui/forms/choice-list.tsx';
import { canTake, type RollOutValues } from './roll-out-values.ts';
import classes from './roll-out-cores-field.module.css';

interface RollOutCoresFieldProps {
  form: UseFormReturnType<RollOutValues>;
  candidates: readonly RollOutCandidate[];
}

interface Option {
  id: string;
  label: string;
  /** Said below the name. */
  note: string;
  canBeChosen: boolean;
}

/** Which cores, and which of them is updated before all others. */
export function RollOutCoresField({ form, candidates }: RollOutCoresFieldProps) {
  const { t } = useTranslation();
  const { of, chosen } = form.values;
  const able = candidates.filter(canTake);
  const noteOf = ({ isCurrent, problem, version, isOnline, locationName }: RollOutCandidate): string => {
    if (problem !== null) return t(`errors.${problem}`);
    if (isCurrent) return t('coreReleases.rollOut.form.isCurrent');
    const site = t('coreReleases.rollOut.form.runs', { site: locationName, version: version ?? '–' });
    return isOnline ? site : `${site} · ${t('coreReleases.rollOut.form.offline')}`;
  };
  const cores = candidates.map((core) => ({ id: core.edgeId, label: core.name, note: noteOf(core), canBeChosen: canTake(core) }));
  const sites = [...new Map(able.map(({ locationId, locationName }) => [locationId, locationName]))].map(([id, label]) => {
    const count = able.filter(({ locationId }) => locationId === id).length;
    return { id, label, note: t('coreReleases.rollOut.form.coresThere', { count }), canBeChosen: true };
  });
  const isMeant = (core: RollOutCandidate): boolean => of === 'all' || chosen.includes(of === 'cores' ? core.edgeId : core.locationId);
  const first = able.filter((core) => core.isOnline && isMeant(core));
  const choose = (next: RollOutValues['of']): void => form.setValues({ of: next, chosen: [], firstEdgeId: '' });
  return (
    <>
      <ChoiceList
        label={t('coreReleases.rollOut.form.of')}
        value={of}
        options={[
          { value: 'all', label: able.length === 0 ? t('coreReleases.rollOut.form.noneAble') : t('coreReleases.rollOut.form.all', { count: able.length }) },
          ...(able.length === 0 ? [] : [{ value: 'sites' as const, label: t('coreReleases.rollOut.form.sites') }]),
          { value: 'cores', label: t('coreReleases.rollOut.form.some') },
        ]}
        onChange={choose}
      />
      {of !== 'all' && (
        <CheckList label={t(`coreReleases.rollOut.form.${of === 'sites' ? 'sites' : 'some'}`)} options={of === 'sites' ? sites : cores} form={form} />
      )}
      <NativeSelect
        label={t('coreReleases.rollOut.form.first')}
        description={t('coreReleases.rollOut.form.firstHint')}
        data={[{ value: '', label: t('coreReleases.rollOut.form.anyFirst') }, ...first.map(({ edgeId, name }) => ({ value: edgeId, label: name }))]}
        {...form.getInputProps('firstEdgeId')}
      />
    </>
  );
}

function CheckList({ label, options, form }: { label: string; options: readonly Option[]; form: UseFormReturnType<RollOutValues> }) {
  const { chosen } = form.values;
  const toggle = (id: string): void => {
    form.setValues({ chosen: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id], firstEdgeId: '' });
    form.clearFieldError('chosen');
  };
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.list}>
        {options.map(({ id, label: name, note, canBeChosen }) => (
          <Checkbox
            key={id}
            label={<bdi>{name}</bdi>}
            description={note}
            checked={chosen.includes(id)}
            disabled={!canBeChosen && !chosen.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
      {form.errors.chosen !== undefined && (
        <p className={classes.wrong} role="alert">
          {form.errors.chosen}
        </p>
      )}
    </fieldset>
  );
}
