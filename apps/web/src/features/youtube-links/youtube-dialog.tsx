import { Button, TextInput } from '@mantine/core';
import { youtubeLinksCalls } from '@sightline/contracts/youtube-links/youtube-links.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { createLink } from './youtube-queries.ts';
import classes from './youtube.module.css';

// As the contract, without what reads contracts.
const youtubeUrl = /^https:\/\/(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)\/\S+$/i;

const beginning = 'https://';

/** Adds a link: name and address. */
export function YoutubeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, isSent } = useCallForm({
    initialValues: { name: '', url: '' },
    validate: { url: (value: string) => (youtubeUrl.test(value.trim()) ? null : t('youtubeLinks.create.urlWrong')) },
    send: async ({ name, url }) => {
      try {
        return await createLink({ name: name.trim(), url: url.trim() });
      } catch (failure) {
        toastFailure(t('youtubeLinks.create.failed'), failure);
        throw failure;
      }
    },
    onDone: async () => {
      toastSuccess({ title: t('youtubeLinks.create.done') });
      onClose();
      await client.invalidateQueries({ queryKey: callKey(youtubeLinksCalls.list) });
    },
  });
  const { name, url } = form.values;
  return (
    <Dialog title={t('youtubeLinks.create.title')} width={400} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <UnsavedGuard isDirty={() => form.isDirty() && !isSent} />
        <Fields isWide>
          <TextInput required label={t('youtubeLinks.list.name')} maxLength={120} {...form.getInputProps('name')} />
          <TextInput
            required
            label={t('youtubeLinks.list.url')}
            type="url"
            dir="ltr"
            maxLength={500}
            spellCheck={false}
            placeholder={beginning}
            {...form.getInputProps('url')}
          />
        </Fields>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={isSending} disabled={name.trim() === '' || url.trim() === ''}>
            {t('youtubeLinks.create.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
