import type { AlertDetail } from '@sightline/contracts/alerts/alert';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { Moment } from '../../../ui/time/moment.tsx';
import { keepAnswer } from '../use-alert-deeds.ts';
import { commentFieldId } from './comment-field-id.ts';
import classes from './detail.module.css';

const maxLetters = 2000;

/** What people said of an alert, oldest first, and the field for one more. */
export function AlertComments({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation();
  // Of what is being written: sent again after an answer was lost, it is there once.
  const commentId = useRef(newId());
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { text: '' },
    send: ({ text }) =>
      call(alertsCalls.comment, {
        params: { id: alert.id },
        body: { commentId: commentId.current, text: text.trim() },
      }),
    onDone: (answer) => {
      commentId.current = newId();
      form.reset();
      keepAnswer(answer);
    },
  });
  return (
    <section className={classes.comments} aria-label={t('alerts.comments.title')}>
      <h3>{t('alerts.comments.title')}</h3>
      {alert.comments.length > 0 && (
        <ul>
          {alert.comments.map(({ id, byName, atUtcMs, text }) => (
            <li key={id}>
              <span className={classes.quiet}>
                <bdi>{byName}</bdi> · <Moment utcMs={atUtcMs} timeZone={alert.timeZone} to="time" />
              </span>
              <p dir="auto">{text}</p>
            </li>
          ))}
        </ul>
      )}
      {alert.can.handle && (
        <form onSubmit={onSubmit} className={classes.comment} noValidate>
          <TextInput
            id={commentFieldId}
            className={classes.field}
            aria-label={t('alerts.comments.field')}
            placeholder={t('alerts.comments.field')}
            maxLength={maxLetters}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
            {...form.getInputProps('text')}
          />
          <Button type="submit" variant="default" loading={isSending} disabled={form.values.text.trim() === ''}>
            {t('alerts.comments.add')}
          </Button>
        </form>
      )}
      {failure !== null && <FormFailure failure={failure} />}
    </section>
  );
}
