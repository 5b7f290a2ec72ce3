import { Button } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from './entry.module.css';

interface EntryFormProps extends Omit<ComponentPropsWithRef<'form'>, 'className' | 'noValidate'> {
  submitLabel: string;
  isSending: boolean;
  /** Why it could not be sent. */
  failure: Error | null;
  /** How that is said, where it is more than the words of the failure. */
  failed?: ReactNode;
  /** Not the first thing to do on its page. */
  isQuiet?: boolean;
  /** What stands below the button. */
  foot?: ReactNode;
}

/** A form of the pages before one is signed in: fields, what went wrong, and one wide button. */
export function EntryForm(props: EntryFormProps) {
  const { submitLabel, isSending, failure, failed, isQuiet = false, foot, children, ...rest } = props;
  return (
    <Stack as="form" gap={16} {...rest} className={classes.form} noValidate>
      {children}
      {failure !== null && (failed ?? <FormFailure failure={failure} />)}
      <Button
        type="submit"
        {...(isQuiet ? { variant: 'default' } : {})}
        fullWidth
        loading={isSending}
        className={classes.submit}
      >
        {submitLabel}
      </Button>
      {foot}
    </Stack>
  );
}
