import { Button } from '@mantine/core';
import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { EventTagForm, eventTagFormId } from './event-tag-form.tsx';
import { newEventTag } from './event-tag-values.ts';
import { useEventTagForm } from './use-event-tag-form.ts';

/** A further event tag. */
export function CreateEventTagPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { form, onSubmit, isSending, failure } = useEventTagForm({
    initial: newEventTag,
    send: (body) => call(eventTagsCalls.create, { body }),
    onDone: async ({ name }) => {
      form.resetDirty();
      await client.invalidateQueries({ queryKey: callKey(eventTagsCalls.list) });
      toastSuccess({ title: t('eventTags.create.done', { name }) });
      await navigate({ to: '/database/event-types' });
    },
  });
  return (
    <>
      <PageHeader
        title={t('eventTags.create.title')}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/event-types">{t('eventTags.list.title')}</Link> },
        ]}
      >
        <Button type="submit" form={eventTagFormId} loading={isSending}>
          {t('eventTags.create.action')}
        </Button>
      </PageHeader>
      <EventTagForm form={form} onSubmit={onSubmit} failure={failure} />
    </>
  );
}
