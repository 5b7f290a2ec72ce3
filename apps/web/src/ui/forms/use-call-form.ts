import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refusedField, type FieldOfCode } from './refused-field.ts';

interface CallFormOptions<Values extends object, Answer> {
  initialValues: Values;
  /** What is wrong before anything is sent, by field. */
  validate?: NonNullable<UseFormInput<Values>['validate']>;
  /** Fields, or all, that say what is wrong with them as soon as they are left. */
  validateInputOnBlur?: boolean | (keyof Values & string)[];
  send: (values: Values) => Promise<Answer>;
  /** What is done with the answer; the form is busy until it is done. */
  onDone?: (answer: Answer, values: Values) => unknown;
  /** Refusals that are about one field, which then says them itself. */
  atField?: FieldOfCode<Values>;
}

interface CallForm<Values extends object> {
  form: UseFormReturnType<Values>;
  /** For the `onSubmit` of the form. */
  onSubmit: ReturnType<UseFormReturnType<Values>['onSubmit']>;
  isSending: boolean;
  /** The last sending was answered. */
  isSent: boolean;
  /** Why it could not be sent, for `FormFailure`; null when there is nothing to say, or a field says it. */
  failure: Error | null;
}

/** A form that makes one call: its values, the sending, and what a refusal means for it. */
export const useCallForm = <Values extends object, Answer>({
  initialValues,
  validate,
  validateInputOnBlur = false,
  send,
  onDone,
  atField = {},
}: CallFormOptions<Values, Answer>): CallForm<Values> => {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues,
    validateInputOnBlur,
    ...(validate === undefined ? {} : { validate }),
  });
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer, values) => onDone?.(answer, values),
    onError: (failure) => {
      const refused = refusedField(failure, atField);
      if (refused !== null) form.setFieldError(refused.field, t(`errors.${refused.code}`));
    },
  });
  return {
    form,
    onSubmit: form.onSubmit((values) => sending.mutate(values)),
    isSending: sending.isPending,
    isSent: sending.isSuccess,
    failure: refusedField(sending.error, atField) === null ? sending.error : null,
  };
};
