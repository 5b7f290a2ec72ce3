import type { EventTag, EventTagInput } from '@sightline/contracts/event-tags/event-tag';
import { useTranslation } from 'react-i18next';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastWarning } from '../../ui/toasts/toast.tsx';
import { faultOf, inputOf, type EventTagValues } from './event-tag-values.ts';

interface EventTagFormDeps {
  initial: EventTagValues;
  send: (input: EventTagInput) => Promise<EventTag>;
  onDone: (saved: EventTag) => unknown;
}

/** The form of an event tag; what is wrong with it is said by a toast, and nothing is sent. */
export const useEventTagForm = ({ initial, send, onDone }: EventTagFormDeps) => {
  const { t } = useTranslation();
  const made = useCallForm<EventTagValues, EventTag>({
    initialValues: initial,
    validate: (values) => {
      const fault = faultOf(values);
      if (fault === null) return {};
      const title = t(`eventTags.form.fault.${fault}`);
      toastWarning({ title });
      return { [fault === 'videoLength' ? 'videoLength' : 'fields']: title };
    },
    send: (values) => send(inputOf(values, t('eventTags.create.untitled'))),
    onDone,
    atField: { name_taken: 'name' },
  });
  return made;
};

/** What the form's parts are given. */
export type EventTagForm = ReturnType<typeof useEventTagForm>['form'];
