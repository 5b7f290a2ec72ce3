import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';

/** Shows what somebody else saved meanwhile, unless something was typed here: then that stays, and saving tells of the conflict. */
export const useFreshValues = <T extends object>(
  form: UseFormReturnType<T>,
  values: T,
  revision: number | string,
): void => {
  const shown = useRef(revision);
  useEffect(() => {
    if (shown.current === revision || form.isDirty()) return;
    shown.current = revision;
    form.setInitialValues(values);
    form.setValues(values);
  });
};
