import type { ErrorDefinitions } from '../../error-definitions.ts'

export const importErrors = {
  'import.not-found': {
    status: 404,
    en: 'This import no longer exists.',
    zh: '该导入记录已不存在。',
    'zh-tw': '這筆匯入記錄已不存在。',
  },
  'import.file-missing': {
    status: 422,
    en: 'Please upload an xls file first',
    zh: '请先上传xls文件',
    'zh-tw': '請先上傳xls檔案',
  },
  'import.one-file': {
    status: 422,
    en: 'Only one Excel file can be uploaded, delete the existing one first',
    zh: '只能上传一个Excel文件，请先删除已有文件',
    'zh-tw': '只能上傳一個Excel檔案，請先刪除既有檔案',
  },
  'import.too-large': {
    status: 413,
    en: 'File larger than 2M, please upload again',
    zh: '文件大于2M，请重新上传',
    'zh-tw': '檔案大於2M，請重新上傳',
  },
  'import.not-xls': {
    status: 422,
    en: 'Please upload an xls file first: this file is not in the Excel 97-2003 format, whatever its name says. In Excel, use "Save as" and choose "Excel 97-2003 Workbook (.xls)".',
    zh: '请先上传xls文件：无论文件名是什么，该文件不是 Excel 97-2003 格式。请在 Excel 中“另存为”，选择“Excel 97-2003 工作簿 (.xls)”。',
    'zh-tw':
      '請先上傳xls檔案：無論檔名為何，這個檔案不是 Excel 97-2003 格式。請在 Excel 中「另存新檔」，選擇「Excel 97-2003 活頁簿 (.xls)」。',
  },
  'import.damaged': {
    status: 422,
    en: 'This file cannot be read: it is damaged or protected by a password.',
    zh: '无法读取该文件：文件已损坏或设有密码。',
    'zh-tw': '無法讀取這個檔案：檔案已損毀或設有密碼。',
  },
  'import.macros': {
    status: 422,
    en: 'This file contains macros. Save it without macros and upload it again.',
    zh: '该文件包含宏。请去除宏后重新上传。',
    'zh-tw': '這個檔案含有巨集。請移除巨集後重新上傳。',
  },
  'import.wrong-template': {
    status: 422,
    en: 'This file does not match the template: no sheet has a column "{column}" in its first lines. Download the template and use its column titles.',
    zh: '文件格式与模板不符：各工作表的前几行都没有“{column}”列。请下载模板并使用其中的表头。',
    'zh-tw': '檔案格式與範本不符：各工作表的前幾列都沒有「{column}」欄。請下載範本並使用其中的標題。',
  },
  'import.empty': {
    status: 422,
    en: 'There is nobody in this file: there are no lines below the column titles.',
    zh: '文件中没有人员：表头下面没有数据行。',
    'zh-tw': '檔案中沒有人員：標題下方沒有資料列。',
  },
  'import.no-bytes': {
    status: 422,
    en: 'This file is empty: it has 0 bytes. Save the list again and choose that file.',
    zh: '该文件是空的（0 字节）。请重新保存列表后再选择。',
    'zh-tw': '這個檔案是空的（0 位元組）。請重新儲存名單後再選擇。',
  },
  'import.too-long': {
    status: 422,
    en: 'One import takes at most {limit} lines. Split the list.',
    zh: '每次最多导入 {limit} 行，请拆分列表。',
    'zh-tw': '每次最多匯入 {limit} 列，請拆分名單。',
  },
  'import.closed': {
    status: 409,
    en: 'This import has ended. Start a new one.',
    zh: '该导入已结束，请重新开始。',
    'zh-tw': '這次匯入已結束，請重新開始。',
  },
  'import.still-running': {
    status: 409,
    en: 'This import is still running. Stop it first.',
    zh: '该导入仍在进行，请先停止。',
    'zh-tw': '這次匯入仍在進行，請先停止。',
  },
  'import.too-many': {
    status: 422,
    en: 'One batch takes at most {limit} pictures. Split it.',
    zh: '每批最多 {limit} 张照片，请分批上传。',
    'zh-tw': '每批最多 {limit} 張照片，請分批上傳。',
  },
  'import.part-wrong': {
    status: 422,
    en: 'This part of the zip has the wrong size. Upload the zip again.',
    zh: '压缩包的这一分片大小不正确，请重新上传压缩包。',
    'zh-tw': '壓縮檔的這個片段大小不正確，請重新上傳壓縮檔。',
  },
  'import.part-missing': {
    status: 422,
    en: 'Part {number} of the zip did not arrive. Upload the zip again; the parts that arrived are kept.',
    zh: '压缩包的第 {number} 个分片未收到。请重新上传压缩包，已收到的部分会保留。',
    'zh-tw': '壓縮檔的第 {number} 個片段尚未收到。請重新上傳壓縮檔，已收到的部分會保留。',
  },
  'import.zip-damaged': {
    status: 422,
    en: 'This zip cannot be read: it is damaged, incomplete, or not a zip.',
    zh: '无法读取该压缩包：文件已损坏、不完整或不是 zip 文件。',
    'zh-tw': '無法讀取這個壓縮檔：檔案已損毀、不完整或不是 zip 檔案。',
  },
} as const satisfies ErrorDefinitions
