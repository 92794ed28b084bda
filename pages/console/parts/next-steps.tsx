import { useEffect, useRef, useState } from 'preact/hooks';
import type { FrontdeskError } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import { signIn } from '../session.ts';
import type { CheckState } from '../use-call.ts';
import { announce } from './announce.tsx';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';
import { useNow } from './use-now.ts';

export interface NextStepsProps {
  readonly onRetry: () => void;
  /** Of a write that may have taken effect. */
  readonly check?: CheckState<unknown> | undefined;
  readonly onCheck: () => void;
  readonly onShow: () => void;
}

/** What can be done after a failure; a write that may have taken effect is looked for before it is sent again. */
export function NextSteps({
  known,
  onRetry,
  check,
  onCheck,
  onShow,
}: NextStepsProps & { readonly known: FrontdeskError | undefined }) {
  return (
    <>
      {check?.kind === 'ended' && <Found text={check.verdict.text} />}
      <footer>
        {known?.status === 401 && <SignInAgain />}
        {check && <CheckButtons check={check} onCheck={onCheck} onShow={onShow} />}
        {(check === undefined || check.kind === 'ended') && !known?.isFinal && (
          <Retry seconds={known?.retryAfterSeconds} onRetry={onRetry} key={known?.requestId} />
        )}
        <RequestId id={known?.requestId} />
        <RequestId id={known?.upstreamRequestId} kind="upstream request" />
      </footer>
    </>
  );
}

/** What a check has found. Takes the focus: the button that had it may be gone. */
function Found({ text }: { readonly text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    announce(text);
    ref.current?.focus();
  }, [text]);
  return (
    <p class="note" ref={ref} tabIndex={-1}>
      <Icon name="search" /> {text}
    </p>
  );
}

type CheckButtonsProps = Pick<NextStepsProps, 'onCheck' | 'onShow'> & { readonly check: CheckState<unknown> };

function CheckButtons({ check, onCheck, onShow }: CheckButtonsProps) {
  const isEnded = check.kind === 'ended';
  return (
    <>
      <button type="button" class={isEnded ? '' : 'primary'} disabled={check.kind === 'running'} onClick={onCheck}>
        <Icon name="search" /> {isEnded ? 'Check again' : check.kind === 'running' ? 'Checking…' : 'Check'}
      </button>
      {isEnded && check.verdict.result !== undefined && (
        <button type="button" onClick={onShow}>
          Show what is there
        </button>
      )}
    </>
  );
}

function SignInAgain() {
  const { config, user } = useConsole();
  return (
    <button type="button" class="primary" onClick={() => void signIn(config, user.username)}>
      <Icon name="person" /> Sign in again
    </button>
  );
}

function Retry({ seconds = 0, onRetry }: { readonly seconds: number | undefined; readonly onRetry: () => void }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const now = useNow(250, seconds > 0);
  const left = Math.ceil((until - now) / 1000);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver && seconds > 0) announce('You can try again now.');
  }, [isOver, seconds]);
  return (
    <>
      <button type="button" onClick={onRetry} disabled={!isOver}>
        <Icon name="refresh" /> Try again
      </button>
      {!isOver && (
        <span class="countdown">
          in <strong>{left} s</strong> (Retry-After)
        </span>
      )}
    </>
  );
}
