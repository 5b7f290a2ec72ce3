import type { ElementType } from 'react';
import { classNames, type LayoutTag, type PropsOf } from './layout-parts.ts';
import classes from './layout.module.css';

/** A text in one line; what does not fit is said by an ellipsis. */
export function Ellipsis<Tag extends LayoutTag = 'span'>(props: PropsOf<Tag, object>) {
  const { as = 'span', className, ...rest } = props as PropsOf<'span', { className?: string }>;
  const Element: ElementType = as;
  return <Element {...rest} className={classNames(classes.ellipsis, className)} />;
}
