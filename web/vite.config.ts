// How the page is built: hashed files that a server may let clients keep for
// ever, nothing inlined, so that the content security policy can be strict.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Packs what is worth packing, so that the server need not. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    closeBundle() {
      for (const folder of ['dist', 'dist/assets']) {
        for (const file of readdirSync(folder)) {
          if (!/\.(js|css|html|svg|wasm)$/.test(file)) continue;
          const plain = readFileSync(join(folder, file));
          if (plain.length > 1024) writeFileSync(join(folder, `${file}.gz`), gzipSync(plain, { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), packed()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 300,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
  },
});
