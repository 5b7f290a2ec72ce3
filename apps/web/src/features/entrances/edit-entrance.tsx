import type { Entrance, EntranceInput } from '@sightline/contracts/entrances/entrance';
import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { entranceLineFault } from '@sightline/domain/entrances/entrance-line';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import type { LivePictureOf } from '../../ui/drawing/drawn-camera.ts';

const EntranceForm = lazy(async () => ({ default: (await import('./entrance-form.tsx')).EntranceForm }));

/** For the button in the head of the page. */
const formId = 'entrance-form';

/** A line across the middle; who walks towards the camera comes in. */
const newEntrance = (cameraId: string): EntranceInput => ({
  name: '',
  cameraId,
  line: [
    { x: 0.2, y: 0.6 },
    { x: 0.8, y: 0.6 },
  ],
  inSide: 'right',
  classes: ['person'],
  resetAt: '00:00',
});

const valuesOf = ({ name, cameraId, line, inSide, classes, resetAt }: Entrance): EntranceInput => ({
  name,
  cameraId,
  line,
  inSide,
  classes,
  resetAt,
});

interface EditEntranceProps {
  /** Null: a new one. */
  entrance: Entrance | null;
  livePicture: LivePictureOf;
}

function useEntranceForm(entrance: Entrance | null) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  // Of what the form holds: what others save while it is being changed is not overwritten unseen.
  const revision = useRef(entrance?.revision ?? 0);
  const sending = useCallForm<EntranceInput, Entrance>({
    initialValues: entrance === null ? newEntrance('') : valuesOf(entrance),
    validate: {
      name: (name) => (name.trim() === '' ? t('entrances.form.nameMissing') : null),
      cameraId: (id) => (id === '' ? t('entrances.form.cameraMissing') : null),
      classes: (chosen) => (chosen.length === 0 ? t('entrances.form.classesMissing') : null),
      line: (line) => {
        const fault = entranceLineFault(line);
        return fault === null ? null : t(`errors.${fault}`);
      },
    },
    send: (values) => {
      const body = { ...values, name: values.name.trim() };
      if (entrance === null) return call(entrancesCalls.create, { body });
      return call(entrancesCalls.update, {
        params: { id: entrance.id },
        body: { ...body, revision: revision.current },
      });
    },
    onDone: async (saved) => {
      sending.form.resetDirty();
      client.setQueryData(callKey(entrancesCalls.get, { params: { id: saved.id } }), saved);
      await client.invalidateQueries({ queryKey: callKey(entrancesCalls.list) });
      toastSuccess({ title: t(entrance === null ? 'entrances.create.done' : 'entrances.edit.done', saved) });
      await navigate({ to: '/database/entrances/$entranceId', params: { entranceId: saved.id } });
    },
    atField: { entrance_line: 'line', entrance_line_border: 'line', entrance_line_crossing: 'line' },
  });
  return sending;
}

/** A new entrance, or one that is changed. */
export function EditEntrance({ entrance, livePicture }: EditEntranceProps) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, failure } = useEntranceForm(entrance);
  return (
    <>
      <PageHeader
        title={entrance === null ? t('entrances.create.title') : entrance.name}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/entrances">{t('entrances.list.title')}</Link> },
        ]}
      >
        <Button type="submit" form={formId} loading={isSending} disabled={entrance !== null && !form.isDirty()}>
          {entrance === null ? t('entrances.create.action') : t('common.actions.save')}
        </Button>
      </PageHeader>
      <Suspense fallback={<LoadingRows />}>
        <EntranceForm id={formId} form={form} onSubmit={onSubmit} failure={failure} livePicture={livePicture} />
      </Suspense>
    </>
  );
}
