export default {
  base: './',
  define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
  esbuild: { jsx: 'automatic' },
  build: { chunkSizeWarningLimit: 99999, minify: false, reportCompressedSize: false },
};
