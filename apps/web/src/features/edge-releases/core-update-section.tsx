import { Button } from '@mantine/core';
import type { EdgeSoftware } from '@sightline/contracts/edge-releases/edge-release';
import { edgeReleasesCalls } from '@sightline/contracts/edge-releases/edge-releases.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Lead, Section } from '../../ui/page/section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { isUnderWay, softwareOf } from './edge-release-queries.ts';
import { EdgeReleaseList } from './edge-release-list.tsx';
import { useRollOutUpdates } from './roll-outs/roll-out-queries.ts';
import { UpdateFacts } from './update-facts.tsx';
import { whyNoUpdate } from './why-no-update.ts';

interface CoreUpdateSectionProps {
  edge: Edge;
  timeZone: string;
}

/** Which version runs on a core, how its last update went, and what it can be updated to. */
export function CoreUpdateSection({ edge, timeZone }: CoreUpdateSectionProps) {
  const { t } = useTranslation();
  const software = useQuery(softwareOf(edge.id));
  return (
    <>
      <Section title={t('edgeReleases.update.title')}>
        <ListScreen list={software} failed={t('edgeReleases.update.failed')} rows={3}>
          {(data) => (
            <>
              <UpdateFacts known={data} timeZone={timeZone} />
              <WhyNot edge={edge} known={data} />
              <PartOfRollOut known={data} />
              {edge.can.edit && <UpdateActions edge={edge} known={data} />}
            </>
          )}
        </ListScreen>
      </Section>
      <EdgeReleaseList edge={edge} known={software.data ?? null} timeZone={timeZone} />
    </>
  );
}

/** Says plainly why this core cannot be updated from here just now. */
function WhyNot({ edge, known }: { edge: Edge; known: EdgeSoftware }) {
  const { t } = useTranslation();
  const why = whyNoUpdate(edge.state, known);
  return why === null ? null : <Lead>{t(why)}</Lead>;
}

/** While a roll-out has the core, it is updated by that alone. */
function PartOfRollOut({ known: { rollOut } }: { known: EdgeSoftware }) {
  const { t } = useTranslation();
  useRollOutUpdates();
  if (rollOut === null) return null;
  const { id, version, coreState } = rollOut;
  return (
    <Lead>
      {t('edgeReleases.rollOut.partOf', { version, state: t(`edgeReleases.rollOut.coreState.${coreState}`) })}{' '}
      <Link to="/location/roll-outs/$rollOutId" params={{ rollOutId: id }}>
        {t('edgeReleases.rollOut.show')}
      </Link>
    </Lead>
  );
}

function UpdateActions({ edge, known: { software, update } }: { edge: Edge; known: EdgeSoftware }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const refresh = () =>
    client.invalidateQueries({ queryKey: callKey(edgeReleasesCalls.software, { params: { id: edge.id } }) });
  const cancel = useMutation({
    mutationFn: () => call(edgeReleasesCalls.cancel, { params: { id: edge.id } }),
    onSuccess: () => {
      toastSuccess({ title: t('edgeReleases.update.cancelled') });
      return refresh();
    },
  });
  const rollBack = async (): Promise<void> => {
    await call(edgeReleasesCalls.rollBack, { params: { id: edge.id } });
    await refresh();
  };
  const version = software?.previous ?? null;
  if (isUnderWay(update))
    return (
      <div>
        <Button
          variant="default"
          disabled={update?.state === 'switching'}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {t('edgeReleases.update.cancel')}
        </Button>
        {cancel.error !== null && <FormFailure failure={cancel.error} />}
      </div>
    );
  if (version === null) return null;
  return (
    <div>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('edgeReleases.update.rollBack.action', { version })}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('edgeReleases.update.rollBack.title', { name: edge.name, version })}
          text={t('edgeReleases.update.rollBack.text')}
          confirmLabel={t('edgeReleases.update.rollBack.confirm')}
          onConfirm={rollBack}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
