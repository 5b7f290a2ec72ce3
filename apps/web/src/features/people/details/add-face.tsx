import { Button } from '@mantine/core';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { useRereadPeople } from '../people-queries.ts';
import classes from '../people.module.css';

/** Adds the face in a picture to a person. */
export function AddFace({ personId }: { personId: string }) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  const input = useRef<HTMLInputElement>(null);
  const add = useMutation({
    mutationFn: (body: File) => call(peopleCalls.addFace, { params: { id: personId }, query: {}, body }),
    onSuccess: reread,
  });
  return (
    <div>
      <input
        ref={input}
        type="file"
        className={classes.file}
        accept="image/jpeg,image/png"
        aria-label={t('people.form.picture')}
        tabIndex={-1}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file can be chosen again.
          event.currentTarget.value = '';
          if (file !== undefined) add.mutate(file);
        }}
      />
      <Button
        variant="default"
        size="compact-sm"
        loading={add.isPending}
        leftSection={<IconPlus size={14} stroke={1.6} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t('people.details.addFace')}
      </Button>
      {add.error !== null && <FormFailure failure={add.error} />}
    </div>
  );
}
