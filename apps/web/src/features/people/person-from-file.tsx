import { Button, TextInput } from '@mantine/core';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { useRereadPeople } from './people-queries.ts';
import classes from './people.module.css';

interface PersonFromFileProps {
  onClose: () => void;
  /** The face belongs to somebody: shows who that is. */
  onKnown: (personId: string) => void;
}

/** Who has this face already, as a refusal says it; null for any other failure. */
function knownOf(failure: unknown): { personId: string; name: string } | null {
  if (failure === null) return null;
  const { code, data } = toApiError(failure);
  if (code !== 'face_already_known') return null;
  return { personId: String(data.personId), name: String(data.name) };
}

/** Adds a person with the one face in a picture. Whose face is known already is said, and may be added all the same. */
export function PersonFromFile({ onClose, onKnown }: PersonFromFileProps) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isMeant, setIsMeant] = useState(false);
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: '' },
    validate: { name: (name: string) => (name.trim() === '' ? t('people.form.nameMissing') : null) },
    send: ({ name }) =>
      call(peopleCalls.createFromFile, {
        query: { name, evenIfKnown: isMeant ? 'true' : 'false' },
        body: file ?? new Blob([], { type: 'image/jpeg' }),
      }),
    onDone: async ({ name }) => {
      toastSuccess({ title: t('people.add.done', { name }) });
      onClose();
      await reread();
    },
  });
  const known = knownOf(failure);
  return (
    <FormDialog
      title={t('people.add.fromFileTitle')}
      lead={t('people.add.fromFileLead')}
      submitLabel={t(isMeant ? 'people.add.evenSo' : 'people.add.action')}
      isBusy={isSending}
      isReady={file !== null}
      failure={known === null ? failure : null}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput label={t('people.form.name')} maxLength={120} {...form.getInputProps('name')} />
      <div>
        <input
          ref={input}
          type="file"
          className={classes.file}
          accept="image/jpeg,image/png"
          aria-label={t('people.form.picture')}
          tabIndex={-1}
          onChange={(event) => {
            setIsMeant(false);
            setFile(event.currentTarget.files?.[0] ?? null);
          }}
        />
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('people.form.choosePicture')}
        </Button>{' '}
        <span className={classes.text}>
          <bdi>{file?.name ?? t('people.form.noPicture')}</bdi>
        </span>
      </div>
      {known !== null && (
        <div role="alert">
          <p>{t('people.add.known', { name: known.name })}</p>
          <Button variant="default" onClick={() => onKnown(known.personId)}>
            {t('people.add.openKnown')}
          </Button>{' '}
          <Button variant="default" onClick={() => setIsMeant(true)} disabled={isMeant}>
            {t('people.add.another')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
