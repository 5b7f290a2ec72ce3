import type { EdgeRelease } from '@sightline/contracts/edge-releases/edge-release';
import { edgeRollOutsCalls } from '@sightline/contracts/edge-releases/edge-roll-outs.api';
import type { RollOutDetails } from '@sightline/contracts/edge-releases/roll-out';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { RollOutCoresField } from './roll-out-cores-field.tsx';
import { RollOutPaceFields } from './roll-out-pace-fields.tsx';
import { candidatesOf } from './roll-out-queries.ts';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { bodyOf, canTake, isWhole, minutesOf, type RollOutValues } from './roll-out-values.ts';

interface RollOutDialogProps {
  release: EdgeRelease;
  onBegun: (rollOut: RollOutDetails) => void;
  onClose: () => void;
}

/** Begins a roll-out: which cores, which of them first, and how carefully. */
export function RollOutDialog({ release, onBegun, onClose }: RollOutDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const candidates = useQuery(candidatesOf(release.id));
  const cores = candidates.data?.items ?? [];
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: {
      of: 'all',
      chosen: [],
      firstEdgeId: '',
      settleMinutes: '30',
      atOnce: '5',
      hasHours: false,
      from: '01:00',
      to: '04:00',
    },
    validate: {
      chosen: (chosen, { of }) =>
        of !== 'all' && chosen.length === 0 ? t('edgeReleases.rollOut.form.noneChosen') : null,
      settleMinutes: (text) => (isWhole(text, 1, 1_440) ? null : t('edgeReleases.rollOut.form.settleWrong')),
      atOnce: (text) => (isWhole(text, 1, 50) ? null : t('edgeReleases.rollOut.form.atOnceWrong')),
      to: (to, { from, hasHours }) =>
        hasHours && (Number.isNaN(minutesOf(from)) || Number.isNaN(minutesOf(to)) || from === to)
          ? t('edgeReleases.rollOut.form.hoursWrong')
          : null,
    },
    send: (values: RollOutValues) => call(edgeRollOutsCalls.create, { body: bodyOf(release, values, cores) }),
    onDone: (begun) => {
      void client.invalidateQueries({ queryKey: callKey(edgeRollOutsCalls.list) });
      onBegun(begun);
    },
  });
  return (
    <FormDialog
      title={t('edgeReleases.rollOut.form.title', { version: release.version })}
      lead={t('edgeReleases.rollOut.form.text')}
      submitLabel={t('edgeReleases.rollOut.form.begin')}
      isBusy={isSending}
      // Nobody begins what was not seen.
      isReady={cores.some(canTake)}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <ListScreen list={candidates} failed={t('edgeReleases.rollOut.form.failed')} rows={3}>
        {() => <RollOutCoresField form={form} candidates={cores} />}
      </ListScreen>
      <RollOutPaceFields form={form} />
    </FormDialog>
  );
}
