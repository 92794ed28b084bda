import { expect, it } from 'vitest';
import { Background } from '../../../lib/cache/background.ts';

/** Returns a promise and the functions that end it. */
function defer<T = void>() {
  let resolve = (_: T): void => {};
  let reject = (_: Error): void => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function start() {
  const errors: unknown[] = [];
  const unwritten: unknown[] = [];
  const background = new Background(
    (error) => errors.push(error),
    (error) => unwritten.push(error),
  );
  return { background, errors, unwritten };
}

it('reports what fails in the background, and no request sees it', async () => {
  const { background, errors } = start();
  const failure = new Error('failed');
  background.run(Promise.reject(failure));
  background.run(Promise.resolve('fine'));
  await background.settle();
  expect(errors).toEqual([failure]);
});

it('leaves the failure of tracked work to its caller', async () => {
  const { background, errors } = start();
  const failure = new Error('failed');
  await expect(background.track(Promise.reject(failure))).rejects.toBe(failure);
  expect(await background.track(Promise.resolve(7))).toBe(7);
  await background.settle();
  expect(errors).toEqual([]);
});

it('runs the writes of a key one after the other, after a failure too, and those of other keys meanwhile', async () => {
  const { background, errors, unwritten } = start();
  const failure = new Error('failed');
  const first = defer();
  const done: string[] = [];
  const write = (name: string, until?: Promise<void>) => async () => {
    done.push(`${name} begins`);
    await until;
    done.push(`${name} ends`);
  };
  background.write('a', write('a1', first.promise));
  background.write('a', write('a2'));
  background.write('b', write('b1'));
  await new Promise(setImmediate);
  expect(done).toEqual(['a1 begins', 'b1 begins', 'b1 ends']);
  first.reject(failure);
  await background.settle();
  expect(done).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a2 begins', 'a2 ends']);
  expect([errors, unwritten]).toEqual([[], [failure]]);
});

it('settles when nothing is running, and waits for work that other work starts', async () => {
  const { background } = start();
  await background.settle();
  const [load, write] = [defer(), defer()];
  let isSettled = false;
  background.run(load.promise.then(() => background.write('a', () => write.promise)));
  const settled = background.settle().then(() => {
    isSettled = true;
  });
  load.resolve();
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  write.resolve();
  await settled;
});
