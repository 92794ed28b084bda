/** Loaded into the stand-in host ahead of it: ends it when the stack that started it is gone, even if that was killed. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Alone, the channel must not keep the process alive.
process.channel?.unref();
