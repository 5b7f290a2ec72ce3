import { Button } from '@mantine/core';
import type { EventTag } from '@sightline/contracts/event-tags/event-tag';
import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { useFreshValues } from '../../ui/forms/use-fresh-values.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { EventTagForm, eventTagFormId } from './event-tag-form.tsx';
import { eventTagById } from './event-tag-queries.ts';
import { valuesOf } from './event-tag-values.ts';
import { useEventTagForm } from './use-event-tag-form.ts';

/** One event tag. */
export function EditEventTagPage() {
  const { eventTagId } = useParams({
    from: '/shell/organization/database-area/database/event-types/edit/$eventTagId',
  });
  const tag = useQuery(eventTagById(eventTagId));
  const isGone = tag.error?.code === 'not_found';
  if (tag.data !== undefined && !isGone) return <EditEventTag key={eventTagId} tag={tag.data} />;
  if (tag.error !== null) return <EntityFailure failure={tag.error} onRetry={() => void tag.refetch()} />;
  return <LoadingRows />;
}

function EditEventTag({ tag }: { tag: EventTag }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  // Of what the form holds: what others save while it is being changed is not overwritten unseen.
  const base = useRef(tag.revision);
  const initial = valuesOf(tag);
  const { form, onSubmit, isSending, failure } = useEventTagForm({
    initial,
    send: (input) =>
      call(eventTagsCalls.update, { params: { id: tag.id }, body: { ...input, revision: base.current } }),
    onDone: async (saved) => {
      form.resetDirty();
      client.setQueryData(callKey(eventTagsCalls.get, { params: { id: saved.id } }), saved);
      await client.invalidateQueries({ queryKey: callKey(eventTagsCalls.list) });
      toastSuccess({ title: t('eventTags.form.saved', { name: saved.name }) });
      await navigate({ to: '/database/event-types' });
    },
  });
  useFreshValues(form, initial, tag.revision);
  useEffect(() => {
    if (!form.isDirty()) base.current = tag.revision;
  });
  return (
    <>
      <PageHeader
        title={tag.name}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/event-types">{t('eventTags.list.title')}</Link> },
        ]}
      >
        <Button type="submit" form={eventTagFormId} loading={isSending}>
          {t('eventTags.form.save')}
        </Button>
      </PageHeader>
      <EventTagForm form={form} onSubmit={onSubmit} failure={failure} />
    </>
  );
}
