import { Button } from '@mantine/core';
import { edgeRollOutsCalls } from '@sightline/contracts/edge-releases/edge-roll-outs.api';
import type { RollOutCore, RollOutDetails as Details } from '@sightline/contracts/edge-releases/roll-out';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { formatCount, formatDuration } from '../../../platform/i18n/format-number.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormActions } from '../../../ui/forms/form.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { Lead, Section } from '../../../ui/page/section.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { RollOutCores } from './roll-out-cores.tsx';
import { goesOn, useRollOutUpdates } from './roll-out-queries.ts';
import { hoursText, rollOutSign } from './roll-out-signs.tsx';

type Deed = { name: 'pause' | 'resume' | 'cancel' } | { name: 'skip'; core: RollOutCore };

/** How far a roll-out is, what stands against it, and what can be done. */
export function RollOutDetails({ rollOut }: { rollOut: Details }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  useRollOutUpdates();
  const params = { id: rollOut.id };
  const act = useMutation({
    mutationFn: (deed: Deed) =>
      deed.name === 'skip'
        ? call(edgeRollOutsCalls.skip, { params, body: { edgeId: deed.core.edgeId } })
        : call(edgeRollOutsCalls[deed.name], { params }),
    onSettled: () => client.invalidateQueries({ queryKey: callKey(edgeRollOutsCalls.get) }),
  });
  const mayAct = rollOut.canEdit && goesOn(rollOut);
  return (
    <>
      <Section title={t('edgeReleases.rollOut.progress')}>
        <RollOutFacts rollOut={rollOut} />
        {rollOut.state === 'stopped' && <Lead role="status">{t('errors.core_roll_out_stopped')}</Lead>}
        {/* What cancelling fails with is said in its own dialog. */}
        {mayAct && <RollOutActions rollOut={rollOut} isBusy={act.isPending} onAct={(deed) => act.mutateAsync(deed)} />}
        {act.error !== null && act.variables?.name !== 'cancel' && <FormFailure failure={act.error} />}
      </Section>
      <Section title={t('edgeReleases.rollOut.cores')}>
        <RollOutCores
          cores={rollOut.cores}
          isBusy={act.isPending}
          onSkip={mayAct ? (core) => act.mutate({ name: 'skip', core }) : null}
        />
      </Section>
    </>
  );
}

function RollOutFacts({ rollOut }: { rollOut: Details }) {
  const { t } = useTranslation();
  const { counts, hours } = rollOut;
  const facts: [string, ReactNode][] = [
    [t('edgeReleases.rollOut.stateTitle'), rollOutSign(t, rollOut)],
    [
      t('edgeReleases.rollOut.updatedCores'),
      t('edgeReleases.rollOut.ofAll', { count: counts.updated, all: formatCount(rollOut.cores.length) }),
    ],
    [t('edgeReleases.rollOut.settle'), formatDuration(rollOut.settleMinutes * 60_000)],
    [t('edgeReleases.rollOut.atOnce'), formatCount(rollOut.atOnce)],
    [t('edgeReleases.rollOut.hours'), hours === null ? t('edgeReleases.rollOut.anyHour') : hoursText(hours)],
    [t('edgeReleases.rollOut.begunAt'), <Moment key="at" utcMs={rollOut.requestedAt} timeZone={ownZone()} to="time" />],
  ];
  return (
    <Facts aria-live="polite">
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  );
}

function RollOutActions({
  rollOut,
  isBusy,
  onAct,
}: {
  rollOut: Details;
  isBusy: boolean;
  onAct: (deed: Deed) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { state } = rollOut;
  const turn = state === 'paused' ? 'resume' : 'pause';
  // What failed is shown beside the buttons.
  const act = (deed: Deed): void => void onAct(deed).catch(() => undefined);
  return (
    <FormActions>
      {state !== 'stopped' && (
        <Button variant="default" loading={isBusy} onClick={() => act({ name: turn })}>
          {t(`edgeReleases.rollOut.${turn}`)}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('edgeReleases.rollOut.cancel.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('edgeReleases.rollOut.cancel.title', { version: rollOut.version })}
          text={t('edgeReleases.rollOut.cancel.text')}
          confirmLabel={t('edgeReleases.rollOut.cancel.action')}
          onConfirm={async () => void (await onAct({ name: 'cancel' }))}
          onClose={() => setAsking(false)}
        />
      )}
    </FormActions>
  );
}
